local N = 5000000
local sqrt = math.sqrt
local bodies = {}
local function add(i, x, y, z, vx, vy, vz, mass)
  bodies[i] = { x = x, y = y, z = z, vx = vx, vy = vy, vz = vz, mass = mass }
end
add(0, 0, 0, 0, 0, 0, 0, 39.47841760435743)
add(1, 4.841431, -1.160320, -0.103622, 0.606326, 2.811987, -0.025218, 0.037694)
add(2, 8.343367, 4.124799, -0.403523, -1.010774, 1.825662, 0.008416, 0.011286)
add(3, 12.894370, -15.111151, -0.223308, 1.082791, 0.868713, -0.010833, 0.001724)
add(4, 15.379697, -25.919315, 0.179259, 0.979091, 0.594699, -0.034756, 0.002034)
local function advance(dt)
  for i = 0, 4 do
    local a = bodies[i]
    for j = i + 1, 4 do
      local b = bodies[j]
      local dx = a.x - b.x
      local dy = a.y - b.y
      local dz = a.z - b.z
      local d = dx * dx + dy * dy + dz * dz
      local mag = dt / (d * sqrt(d))
      local am = a.mass * mag
      local bm = b.mass * mag
      a.vx = a.vx - dx * bm
      a.vy = a.vy - dy * bm
      a.vz = a.vz - dz * bm
      b.vx = b.vx + dx * am
      b.vy = b.vy + dy * am
      b.vz = b.vz + dz * am
    end
  end
  for i = 0, 4 do
    local a = bodies[i]
    a.x = a.x + dt * a.vx
    a.y = a.y + dt * a.vy
    a.z = a.z + dt * a.vz
  end
end
for k = 1, N do
  advance(0.01)
end
local b = bodies[0]
if b.x > -100 and b.x < 100 then print("near") end
