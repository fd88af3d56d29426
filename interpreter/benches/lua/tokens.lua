local N = 400
local sub, byte, char = string.sub, string.byte, string.char
local words, numbers, signs = 0, 0, 0
local function tokens(t)
  local p = 1
  local n = #t
  while p <= n do
    local c = byte(sub(t, p, p))
    if c == 32 then
      p = p + 1
    elseif c >= 97 and c <= 122 then
      local w = ""
      repeat
        w = w .. char(c)
        p = p + 1
        if p > n then break end
        c = byte(sub(t, p, p))
      until c < 97 or c > 122
      if w ~= "end" then words = words + 1 end
    elseif c >= 48 and c <= 57 then
      local v = 0
      while c >= 48 and c <= 57 do
        v = v * 10 + c - 48
        p = p + 1
        if p > n then break end
        c = byte(sub(t, p, p))
      end
      numbers = numbers + v
    else
      signs = signs + 1
      p = p + 1
    end
  end
end
local text = "let total = price * (count + 12) - rebate ; while total > 100 do total = total / 2 end "
for i = 1, 5 do
  text = text .. text
end
for k = 1, N // 10 do
  tokens(text)
end
print(words .. " " .. numbers .. " " .. signs)
