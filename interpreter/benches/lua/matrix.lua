local N = 300
local a, b, c = {}, {}, {}
for i = 0, N - 1 do
  a[i], b[i], c[i] = {}, {}, {}
  for j = 0, N - 1 do
    a[i][j] = ((i + j) & 15) + 0.0
    b[i][j] = ((i - j) & 15) + 0.0
  end
end
for i = 0, N - 1 do
  for j = 0, N - 1 do
    local sum = 0.0
    for k = 0, N - 1 do
      sum = sum + a[i][k] * b[k][j]
    end
    c[i][j] = sum
  end
end
print(math.floor(c[N // 2][N // 3]))
