local N = 100000000
local s = 0
for i = 1, N do
  s = s + (i & 7)
end
print(s)
