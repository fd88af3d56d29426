local N = 1000000
local list = {}
list.next, list.prev = list, list
local function new()
  local o = { value = 0, weight = 0.0, link = nil, prev = list.prev, next = list }
  list.prev.next = o
  list.prev = o
  return o
end
local function delete(o)
  o.prev.next = o.next
  o.next.prev = o.prev
  o.link = nil
end
local last
for i = 1, N do
  local it = new()
  it.value = i & 255
  it.link = last
  last = it
end
local sum = 0
local it = list.next
while it ~= list do
  sum = sum + it.value
  local next = it.next
  if it.value & 1 ~= 0 then delete(it) end
  it = next
end
it = list.next
while it ~= list do
  sum = sum + it.value
  local next = it.next
  delete(it)
  it = next
end
print(sum)
