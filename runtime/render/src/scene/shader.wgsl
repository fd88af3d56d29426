// The fixed-function pipeline of Direct3D 7: light at the vertices, texture stages at the pixels. The lines marked
// with //$ are written anew for each combination of stages (see program.rs).

struct Light {
    position: vec4<f32>,
    direction: vec4<f32>,
    color: vec4<f32>,
    range: vec4<f32>,
}

struct View {
    view_projection: mat4x4<f32>,
    right: vec4<f32>,
    up: vec4<f32>,
    ahead: vec4<f32>,
    eye: vec4<f32>,
    fog_color: vec4<f32>,
    fog_range: vec4<f32>,
    ambient: vec4<f32>,
    clear_color: vec4<f32>,
    lights: array<Light, 8>,
}

struct Draw {
    world: array<vec4<f32>, 3>,
    normal: array<vec4<f32>, 3>,
    color: vec4<f32>,
    material: vec4<f32>,
    switches: vec4<f32>,
    ambient: vec4<f32>,
    stages: array<array<vec4<f32>, 2>, 8>,
}

struct Palette {
    rows: array<vec4<f32>, 768>,
}

@group(0) @binding(0) var<uniform> view: View;
@group(0) @binding(1) var<uniform> draw: Draw;
@group(0) @binding(2) var<uniform> palette: Palette;

//$textures

struct Input {
    @location(0) position: vec3<f32>,
    @location(1) normal: vec3<f32>,
    @location(2) color: vec4<f32>,
    @location(3) uv0: vec2<f32>,
    @location(4) uv1: vec2<f32>,
    //$skin_input
}

struct Lit {
    @builtin(position) clip: vec4<f32>,
    @location(0) @interpolate(LIGHT_INTERPOLATION) diffuse: vec4<f32>,
    // xyz: specular, w: depth along the view axis.
    @location(1) specular: vec4<f32>,
    //$coordinates
}

struct Place {
    position: vec3<f32>,
    normal: vec3<f32>,
}

fn unit(v: vec3<f32>) -> vec3<f32> {
    let square = dot(v, v);
    return select(vec3<f32>(0.0), v * inverseSqrt(square), square > 0.0);
}

// Along the axes of the camera.
fn along_camera(v: vec3<f32>) -> vec3<f32> {
    return vec3<f32>(dot(view.right.xyz, v), dot(view.up.xyz, v), dot(view.ahead.xyz, v));
}

fn carry(r0: vec4<f32>, r1: vec4<f32>, r2: vec4<f32>, p: vec4<f32>) -> vec3<f32> {
    return vec3<f32>(dot(r0, p), dot(r1, p), dot(r2, p));
}

// The cofactors of a joint's matrix carry its normals, on the same side also where it mirrors.
fn carry_normal(joint: u32, n: vec3<f32>) -> vec3<f32> {
    let r0 = palette.rows[joint * 3u].xyz;
    let r1 = palette.rows[joint * 3u + 1u].xyz;
    let r2 = palette.rows[joint * 3u + 2u].xyz;
    let side = select(1.0, -1.0, dot(r0, cross(r1, r2)) < 0.0);
    return side * vec3<f32>(dot(cross(r1, r2), n), dot(cross(r2, r0), n), dot(cross(r0, r1), n));
}

//$place

struct Lighting {
    diffuse: vec3<f32>,
    specular: f32,
}

// No branch here depends on uniforms alone: some software devices would compile the shader anew for each of their values.
fn lit(place: Place) -> Lighting {
    let full_bright = draw.material.z > 0.5;
    let in_level = draw.ambient.w > 0.5;
    let ambient = select(view.ambient.rgb, draw.ambient.rgb, in_level);
    var sum = select(ambient, vec3<f32>(1.0), full_bright);
    var shine = 0.0;
    let to_eye = select(-view.ahead.xyz, unit(view.eye.xyz - place.position), view.eye.w > 0.5);
    for (var i = 0u; i < LIGHTS; i++) {
        let light = view.lights[i];
        let way = light.position.xyz - place.position;
        let near = light.position.w > 0.5;
        let to_light = select(-light.direction.xyz, unit(way), near);
        let falloff = light.range.x / max(length(way), 1e-6);
        let along = dot(-to_light, light.direction.xyz);
        let outer = light.direction.w;
        let inner = light.color.w;
        let cone = clamp((along - outer) / max(inner - outer, 1e-6), 0.0, 1.0);
        let counts = select(1.0, 0.0, in_level && !near);
        let strength = counts * select(1.0, falloff, near) * select(1.0, cone, light.position.w > 1.5);
        let facing = dot(place.normal, to_light);
        sum += light.color.rgb * (strength * max(facing, 0.0));
        //$specular
    }
    return Lighting(sum, clamp(shine * draw.material.x, 0.0, 1.0));
}

@vertex
fn vertex(in: Input) -> Lit {
    let place = placed(in);
    let light = lit(place);
    let paint = select(draw.color, in.color, draw.material.w > 0.5);
    var out: Lit;
    out.clip = view.view_projection * vec4<f32>(place.position, 1.0);
    let glow = in.color.rgb * draw.switches.z;
    out.diffuse = clamp(vec4<f32>(light.diffuse * paint.rgb + glow, paint.a), vec4<f32>(0.0), vec4<f32>(1.0));
    let depth = dot(view.ahead, vec4<f32>(place.position, 1.0));
    out.specular = vec4<f32>(vec3<f32>(light.specular), depth);
    //$coordinates_out
    return out;
}

@fragment
fn fragment(in: Lit) -> @location(0) vec4<f32> {
    var color = in.diffuse;
    //$stages
    //$alpha_test
    var rgb = clamp(color.rgb + in.specular.rgb, vec3<f32>(0.0), vec3<f32>(1.0));
    let clear_of_fog = clamp((view.fog_range.x - in.specular.w) * view.fog_range.y, 0.0, 1.0);
    let fogged = view.fog_color.w * draw.switches.y;
    rgb = mix(rgb, mix(view.fog_color.rgb, rgb, clear_of_fog), fogged);
    return vec4<f32>(rgb, color.a);
}
