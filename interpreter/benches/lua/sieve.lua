local N = 5000000
local composite = {}
for i = 0, N do composite[i] = 0 end
local count = 0
for i = 2, N do
  if composite[i] == 0 then
    count = count + 1
    if i <= N // i then
      local j = i * i
      while j <= N do
        composite[j] = 1
        j = j + i
      end
    end
  end
end
print(count)
