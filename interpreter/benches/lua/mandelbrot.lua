local N = 600
local sum = 0
for py = 0, N - 1 do
  local y0 = 2.0 * py / N - 1.0
  for px = 0, N - 1 do
    local x0 = 3.0 * px / N - 2.0
    local x, y = 0.0, 0.0
    local i = 0
    repeat
      local xx = x * x
      local yy = y * y
      if xx + yy > 4.0 then break end
      y = 2.0 * x * y + y0
      x = xx - yy + x0
      i = i + 1
    until i == 60
    sum = sum + i
  end
end
if sum > N * N then print("drawn") end
