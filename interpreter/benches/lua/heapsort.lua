local N = 500000
local v = {}
local seed = 12345
for i = 1, N do
  seed = (seed * 1103515245 + 12345) & 0xFFFFFFFF
  v[i] = (seed >> 8) & 0xFFFFFF
end
local start = N // 2
local last = N
while true do
  local x
  if start > 0 then
    x = v[start]
    start = start - 1
  else
    x = v[last]
    v[last] = v[1]
    last = last - 1
    if last == 1 then
      v[1] = x
      break
    end
  end
  local hole = start + 1
  local child = hole * 2
  while child <= last do
    if child < last then
      if v[child] < v[child + 1] then child = child + 1 end
    end
    if x >= v[child] then break end
    v[hole] = v[child]
    hole = child
    child = child * 2
  end
  v[hole] = x
end
for i = 2, N do
  if v[i - 1] > v[i] then print("wrong") end
end
print(v[1] .. " " .. v[N])
