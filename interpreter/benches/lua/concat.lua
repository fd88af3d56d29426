local N = 200000
local s = ""
for i = 1, N do
  s = s .. "x" .. (i & 7)
end
print(#s)
