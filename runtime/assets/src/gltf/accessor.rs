//! Accessors: typed arrays in the buffers, each count checked against the bytes that are there.

use gltf::json::accessor::{ComponentType, IndexComponentType, Type};
use gltf::json::validation::Checked;
use gltf::json::{Accessor, Root, accessor::sparse::Sparse};

use super::container::Buffers;
use crate::error::LoadError;
use crate::limits;

/// Reads accessors of one file.
pub(super) struct Reader<'a> {
    pub(super) root: &'a Root,
    pub(super) buffers: &'a Buffers<'a>,
}

/// An accessor's elements, tightly packed, not converted.
struct Raw {
    bytes: Vec<u8>,
    component: ComponentType,
    normalized: bool,
}

impl Reader<'_> {
    /// How many elements an accessor says it has; 0 for one that is not there.
    pub(super) fn count(&self, index: usize) -> usize {
        let accessor = self.root.accessors.get(index);
        accessor.map_or(0, |accessor| {
            usize::try_from(accessor.count.0).unwrap_or(usize::MAX)
        })
    }

    /// The first `count` elements of an accessor that has `N` numbers an element; an error where it has fewer. Integers that
    /// the file calls normalized become 0..1 or -1..1; a number that is not finite becomes 0.
    pub(super) fn floats<const N: usize>(
        &self,
        index: usize,
        count: usize,
    ) -> Result<Vec<[f32; N]>, LoadError> {
        let raw = self.raw(index, N, count)?;
        let size = raw.component.size();
        let number = |bytes: &[u8]| {
            let value = number(raw.component, raw.normalized, bytes);
            if value.is_finite() { value } else { 0.0 }
        };
        let element = |bytes: &[u8]| {
            let mut values = [0.0; N];
            for (value, bytes) in values.iter_mut().zip(bytes.chunks_exact(size)) {
                *value = number(bytes);
            }
            values
        };
        Ok(raw.bytes.chunks_exact(size * N).map(element).collect())
    }

    /// The first `count` elements of an accessor of whole numbers, `N` an element: indices and joints.
    pub(super) fn integers<const N: usize>(
        &self,
        index: usize,
        count: usize,
    ) -> Result<Vec<[u32; N]>, LoadError> {
        let raw = self.raw(index, N, count)?;
        let read: fn(&[u8]) -> u32 = match raw.component {
            ComponentType::U8 => |bytes| u32::from(le::<1>(bytes)[0]),
            ComponentType::U16 => |bytes| u32::from(u16::from_le_bytes(le(bytes))),
            ComponentType::U32 => |bytes| u32::from_le_bytes(le(bytes)),
            _ => {
                return Err(LoadError::new(format!(
                    "accessor {index} should hold whole numbers"
                )));
            }
        };
        let size = raw.component.size();
        let element = |bytes: &[u8]| {
            let mut values = [0; N];
            for (value, bytes) in values.iter_mut().zip(bytes.chunks_exact(size)) {
                *value = read(bytes);
            }
            values
        };
        Ok(raw.bytes.chunks_exact(size * N).map(element).collect())
    }

    fn raw(&self, index: usize, components: usize, count: usize) -> Result<Raw, LoadError> {
        let accessor = self
            .root
            .accessors
            .get(index)
            .ok_or_else(|| LoadError::new(format!("the model has no accessor {index}")))?;
        let (Checked::Valid(component), Checked::Valid(shape)) =
            (&accessor.component_type, &accessor.type_)
        else {
            return Err(LoadError::new(format!(
                "accessor {index} has an unknown type"
            )));
        };
        let component = component.0;
        let numbers = numbers(*shape);
        if numbers != components {
            return Err(LoadError::new(format!(
                "accessor {index} has {numbers} numbers an element where {components} are wanted"
            )));
        }
        let there = self.count(index);
        if there < count {
            return Err(LoadError::new(format!(
                "accessor {index} has {there} elements where {count} are wanted"
            )));
        }
        let element = component.size() * components;
        let mut bytes = self.dense(index, accessor, element, count)?;
        if let Some(sparse) = &accessor.sparse {
            self.overlay(index, sparse, element, &mut bytes)?;
        }
        Ok(Raw {
            bytes,
            component,
            normalized: accessor.normalized,
        })
    }

    /// The elements without what a sparse part replaces.
    fn dense(
        &self,
        index: usize,
        accessor: &Accessor,
        element: usize,
        count: usize,
    ) -> Result<Vec<u8>, LoadError> {
        let Some(view) = accessor.buffer_view else {
            // All zeros: the size of the file does not bound the count.
            if count > limits::VERTICES {
                return Err(LoadError::new(format!(
                    "accessor {index} has {count} elements, which is too many"
                )));
            }
            return Ok(vec![0; count * element]);
        };
        let stride = self
            .root
            .buffer_views
            .get(view.value())
            .and_then(|view| view.byte_stride);
        let stride = stride.map_or(element, |stride| stride.0.max(element));
        let bytes = self.buffers.view(self.root, view.value())?;
        let offset =
            usize::try_from(accessor.byte_offset.unwrap_or_default().0).unwrap_or(usize::MAX);
        let bytes = bytes.get(offset..).unwrap_or_default();
        let fits = if bytes.len() < element {
            0
        } else {
            (bytes.len() - element) / stride + 1
        };
        if count > fits {
            return Err(LoadError::new(format!(
                "accessor {index} should have {count} elements, but its data hold only {fits}: the file is damaged or cut off"
            )));
        }
        let mut dense = Vec::with_capacity(count * element);
        for bytes in bytes.chunks(stride).take(count) {
            dense.extend_from_slice(bytes.get(..element).unwrap_or_default());
        }
        Ok(dense)
    }

    fn overlay(
        &self,
        index: usize,
        sparse: &Sparse,
        element: usize,
        bytes: &mut [u8],
    ) -> Result<(), LoadError> {
        let damaged = || LoadError::new(format!("the sparse part of accessor {index} is damaged"));
        let count = usize::try_from(sparse.count.0).map_err(|_| damaged())?;
        let part = |view: usize, offset: u64, size: usize| {
            let start = usize::try_from(offset).ok();
            let range = start
                .zip(count.checked_mul(size))
                .and_then(|(start, size)| Some(start..start.checked_add(size)?));
            self.buffers
                .view(self.root, view)?
                .get(range.ok_or_else(damaged)?)
                .ok_or_else(damaged)
        };
        let Checked::Valid(kind) = &sparse.indices.component_type else {
            return Err(damaged());
        };
        let (width, read): (usize, fn(&[u8]) -> u32) = match kind.0 {
            ComponentType::U8 => (1, |bytes| u32::from(le::<1>(bytes)[0])),
            ComponentType::U16 => (2, |bytes| u32::from(u16::from_le_bytes(le(bytes)))),
            ComponentType::U32 => (4, |bytes| u32::from_le_bytes(le(bytes))),
            _ => return Err(damaged()),
        };
        let _: &IndexComponentType = kind;
        let indices = part(
            sparse.indices.buffer_view.value(),
            sparse.indices.byte_offset.0,
            width,
        )?;
        let values = part(
            sparse.values.buffer_view.value(),
            sparse.values.byte_offset.0,
            element,
        )?;
        for (at, value) in indices
            .chunks_exact(width)
            .zip(values.chunks_exact(element))
        {
            let start = (read(at) as usize).checked_mul(element);
            let target = start.and_then(|start| bytes.get_mut(start..start.checked_add(element)?));
            // Elements beyond the requested ones are skipped.
            if let Some(target) = target {
                target.copy_from_slice(value);
            }
        }
        Ok(())
    }
}

fn numbers(shape: Type) -> usize {
    match shape {
        Type::Scalar => 1,
        Type::Vec2 => 2,
        Type::Vec3 => 3,
        Type::Vec4 | Type::Mat2 => 4,
        Type::Mat3 => 9,
        Type::Mat4 => 16,
    }
}

/// The first bytes of a slice, zero-padded.
fn le<const N: usize>(bytes: &[u8]) -> [u8; N] {
    bytes.first_chunk().copied().unwrap_or([0; N])
}

fn number(component: ComponentType, normalized: bool, bytes: &[u8]) -> f32 {
    let (value, full) = match component {
        ComponentType::I8 => (f32::from(i8::from_le_bytes(le(bytes))), 127.0),
        ComponentType::U8 => (f32::from(le::<1>(bytes)[0]), 255.0),
        ComponentType::I16 => (f32::from(i16::from_le_bytes(le(bytes))), 32_767.0),
        ComponentType::U16 => (f32::from(u16::from_le_bytes(le(bytes))), 65_535.0),
        ComponentType::U32 => (u32::from_le_bytes(le(bytes)) as f32, 4_294_967_295.0),
        ComponentType::F32 => return f32::from_le_bytes(le(bytes)),
    };
    // The lowest signed number lies below -1 and means -1.
    if normalized {
        (value / full).max(-1.0)
    } else {
        value
    }
}
