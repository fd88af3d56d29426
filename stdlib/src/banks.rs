//! Banks: blocks of memory that a program reads and writes by offset. Numbers lie in them little end first.

use std::ops::{Index, IndexMut, Range};

use flitz_interpreter::host::Interrupt;

use crate::command::{Answer, Group, IfAlive, command, group};
use crate::handles::{Handles, Kind};
use crate::machine::Machine;
use crate::store::{Key, Store, Stored};
use crate::streams::StreamId;

/// The most that all banks of a program hold together, in bytes.
const MOST: usize = 1 << 30;

/// A block of memory.
#[derive(Default)]
pub struct Bank(Vec<u8>);

/// A bank that a program gave.
pub type BankId = Key<Bank>;

impl Stored for Bank {
    const KIND: Kind = Kind::Bank;

    #[inline]
    fn store(machine: &Machine) -> &Store<Self> {
        &machine.banks.store
    }
}

impl Bank {
    /// `count` bytes from `offset` on.
    fn range(&self, offset: i32, count: i32) -> Result<&[u8], Interrupt> {
        let range = check(self.0.len(), offset, count)?;
        Ok(self.0.get(range).unwrap_or_default())
    }

    /// `count` bytes from `offset` on, to change them.
    fn range_mut(&mut self, offset: i32, count: i32) -> Result<&mut [u8], Interrupt> {
        let range = check(self.0.len(), offset, count)?;
        Ok(self.0.get_mut(range).unwrap_or_default())
    }

    fn peek<const N: usize>(&self, offset: i32) -> Result<[u8; N], Interrupt> {
        usize::try_from(offset)
            .ok()
            .and_then(|start| self.0.get(start..)?.first_chunk())
            .copied()
            .ok_or_else(|| outside(self.0.len(), offset, N as i32))
    }

    fn poke<const N: usize>(&mut self, offset: i32, value: [u8; N]) -> Result<(), Interrupt> {
        let size = self.0.len();
        *usize::try_from(offset)
            .ok()
            .and_then(|start| self.0.get_mut(start..)?.first_chunk_mut())
            .ok_or_else(|| outside(size, offset, N as i32))? = value;
        Ok(())
    }

    /// Makes it `size` bytes long; new bytes are 0.
    fn grow(&mut self, size: usize) -> Result<(), Interrupt> {
        let more = size.saturating_sub(self.0.len());
        self.0.try_reserve_exact(more).map_err(|_| {
            Interrupt::error(format!("There is no memory for a bank of {size} bytes."))
        })?;
        self.0.resize(size, 0);
        Ok(())
    }
}

/// The banks of a program.
pub struct Banks {
    store: Store<Bank>,
    /// Bytes in all banks together.
    total: usize,
}

impl Default for Banks {
    fn default() -> Self {
        Self {
            store: Store::new(Kind::Bank),
            total: 0,
        }
    }
}

impl Index<BankId> for Banks {
    type Output = Bank;

    #[inline]
    fn index(&self, bank: BankId) -> &Bank {
        &self.store[bank]
    }
}

impl IndexMut<BankId> for Banks {
    #[inline]
    fn index_mut(&mut self, bank: BankId) -> &mut Bank {
        &mut self.store[bank]
    }
}

impl Banks {
    /// Checks a size and the room that is left, with `old` bytes to be given back.
    fn room(&self, size: i32, old: usize) -> Result<usize, Interrupt> {
        let bytes = usize::try_from(size).map_err(|_| {
            Interrupt::error(format!(
                "A bank's size must not be below 0, and it is {size}."
            ))
        })?;
        if self.total.saturating_sub(old).saturating_add(bytes) > MOST {
            return Err(Interrupt::error(format!(
                "There is no memory for a bank of {size} bytes: all banks together hold at most {MOST}."
            )));
        }
        Ok(bytes)
    }

    fn create(&mut self, handles: &mut Handles, size: i32) -> Result<i32, Interrupt> {
        let bytes = self.room(size, 0)?;
        let mut bank = Bank::default();
        bank.grow(bytes)?;
        let handle = self.store.add(handles, bank, "")?;
        self.total += bytes;
        Ok(handle)
    }

    fn free(&mut self, handles: &mut Handles, bank: BankId) {
        if let Some(bank) = self.store.remove(handles, bank) {
            self.total = self.total.saturating_sub(bank.0.len());
        }
    }

    fn resize(&mut self, bank: BankId, size: i32) -> Result<(), Interrupt> {
        let old = self[bank].0.len();
        // As in Blitz3D a size below 0 is no error: nothing is left of the bank.
        let bytes = self.room(size.max(0), old)?;
        self[bank].grow(bytes)?;
        self.total = self.total.saturating_sub(old).saturating_add(bytes);
        Ok(())
    }

    fn copy(
        &mut self,
        (from, from_offset): (BankId, i32),
        (to, to_offset): (BankId, i32),
        count: i32,
    ) -> Result<(), Interrupt> {
        match self.store.pair_mut(from, to) {
            Some((from, to)) => {
                let source = from.range(from_offset, count)?;
                to.range_mut(to_offset, count)?.copy_from_slice(source);
            }
            None => {
                let bank = &mut self[from].0;
                let source = check(bank.len(), from_offset, count)?;
                let target = check(bank.len(), to_offset, count)?;
                bank.copy_within(source, target.start);
            }
        }
        Ok(())
    }
}

/// The range of `count` bytes from `offset` on, if it lies in a bank of `size` bytes.
fn check(size: usize, offset: i32, count: i32) -> Result<Range<usize>, Interrupt> {
    if count < 0 {
        return Err(Interrupt::error(format!(
            "The count must not be below 0, and it is {count}."
        )));
    }
    let range = usize::try_from(offset)
        .ok()
        .map(|start| start..start + count as usize);
    range
        .filter(|range| range.end <= size)
        .ok_or_else(|| outside(size, offset, count))
}

fn outside(size: usize, offset: i32, count: i32) -> Interrupt {
    let bytes = if count == 1 { "byte" } else { "bytes" };
    Interrupt::error(format!(
        "Offset out of range: {count} {bytes} from {offset} on do not lie in a bank of {size} bytes."
    ))
}

/// The commands of this file.
pub const COMMANDS: Group = group!(
    "banks",
    [
        create_bank,
        free_bank,
        bank_size,
        resize_bank,
        copy_bank,
        peek_byte,
        peek_short,
        peek_int,
        peek_float,
        poke_byte,
        poke_short,
        poke_int,
        poke_float,
        read_bytes,
        write_bytes
    ]
);

/// Makes a bank: a block of memory, all zeros.
///
/// `size` is in bytes. `FreeBank` gives the memory back.
///
/// ```basic
/// bank = CreateBank(8)
/// PokeInt bank, 4, 1234
/// Print PeekInt(bank, 4) ; 1234
/// ```
#[command(CreateBank, defaults(size = 0))]
fn create_bank(m: &mut Machine, size: i32) -> Answer<i32> {
    m.banks.create(&mut m.handles, size)
}

/// Frees a bank.
///
/// Freeing what is no bank, or none any more, does nothing.
#[command(FreeBank)]
fn free_bank(m: &mut Machine, bank: IfAlive<BankId>) -> Answer {
    if let Some(bank) = bank.0 {
        m.banks.free(&mut m.handles, bank);
    }
    Ok(())
}

/// A bank's size in bytes.
#[command(BankSize)]
fn bank_size(m: &mut Machine, bank: BankId) -> Answer<i32> {
    Ok(m.banks[bank].0.len() as i32)
}

/// Gives a bank another size in bytes.
///
/// The bytes that fit stay; new ones are 0.
#[command(ResizeBank)]
fn resize_bank(m: &mut Machine, bank: BankId, size: i32) -> Answer {
    m.banks.resize(bank, size)
}

/// Copies bytes from one bank to another, or within one.
///
/// The two ranges may overlap.
#[command(CopyBank)]
fn copy_bank(
    m: &mut Machine,
    src_bank: BankId,
    src_offset: i32,
    dest_bank: BankId,
    dest_offset: i32,
    count: i32,
) -> Answer {
    m.banks
        .copy((src_bank, src_offset), (dest_bank, dest_offset), count)
}

/// The byte at an offset in a bank, from 0 to 255.
#[command(PeekByte)]
fn peek_byte(m: &mut Machine, bank: BankId, offset: i32) -> Answer<i32> {
    m.banks[bank].peek(offset).map(|[byte]| i32::from(byte))
}

/// The two bytes at an offset in a bank, as a number from 0 to 65535.
#[command(PeekShort)]
fn peek_short(m: &mut Machine, bank: BankId, offset: i32) -> Answer<i32> {
    m.banks[bank]
        .peek(offset)
        .map(|b| i32::from(u16::from_le_bytes(b)))
}

/// The four bytes at an offset in a bank, as an Int.
#[command(PeekInt)]
fn peek_int(m: &mut Machine, bank: BankId, offset: i32) -> Answer<i32> {
    m.banks[bank].peek(offset).map(i32::from_le_bytes)
}

/// The four bytes at an offset in a bank, as a Float.
#[command(PeekFloat)]
fn peek_float(m: &mut Machine, bank: BankId, offset: i32) -> Answer<f32> {
    m.banks[bank].peek(offset).map(f32::from_le_bytes)
}

/// Puts a byte into a bank; of the value the low eight bits count.
///
/// ```basic
/// bank = CreateBank(1)
/// PokeByte bank, 0, -1
/// Print PeekByte(bank, 0) ; 255
/// ```
#[command(PokeByte)]
fn poke_byte(m: &mut Machine, bank: BankId, offset: i32, value: i32) -> Answer {
    m.banks[bank].poke(offset, [value as u8])
}

/// Puts two bytes into a bank; of the value the low sixteen bits count.
#[command(PokeShort)]
fn poke_short(m: &mut Machine, bank: BankId, offset: i32, value: i32) -> Answer {
    m.banks[bank].poke(offset, (value as u16).to_le_bytes())
}

/// Puts an Int into a bank, as four bytes.
#[command(PokeInt)]
fn poke_int(m: &mut Machine, bank: BankId, offset: i32, value: i32) -> Answer {
    m.banks[bank].poke(offset, value.to_le_bytes())
}

/// Puts a Float into a bank, as four bytes.
#[command(PokeFloat)]
fn poke_float(m: &mut Machine, bank: BankId, offset: i32, value: f32) -> Answer {
    m.banks[bank].poke(offset, value.to_le_bytes())
}

/// Reads bytes from a file or stream into a bank, and says how many there were.
#[command(ReadBytes)]
fn read_bytes(
    m: &mut Machine,
    bank: BankId,
    file: StreamId,
    offset: i32,
    count: i32,
) -> Answer<i32> {
    // A count below 0 reads nothing, as in Blitz3D.
    let target = m.banks[bank].range_mut(offset, count.max(0))?;
    Ok(m.streams[file].read(target) as i32)
}

/// Writes bytes of a bank to a file or stream, and says how many it took.
#[command(WriteBytes)]
fn write_bytes(
    m: &mut Machine,
    bank: BankId,
    file: StreamId,
    offset: i32,
    count: i32,
) -> Answer<i32> {
    let source = m.banks[bank].range(offset, count.max(0))?;
    Ok(m.streams[file].write(source) as i32)
}

#[cfg(test)]
mod tests {
    use crate::machine::Machine;
    use crate::testing::{Outcome, call, int};

    #[test]
    fn bounds_hold_at_both_ends() {
        let mut m = Machine::for_tests();
        let bank = int(call(&mut m, "CreateBank", (4,)));
        assert_eq!(call(&mut m, "PokeInt", (bank, 0, -2)), Outcome::Nothing);
        assert_eq!(call(&mut m, "PeekShort", (bank, 2)), Outcome::Int(65_535));
        assert!(call(&mut m, "PeekInt", (bank, 1)).is_error("4 bytes from 1 on"));
        assert!(call(&mut m, "PeekByte", (bank, -1)).is_error("1 byte from -1"));
        assert!(call(&mut m, "PokeFloat", (bank, i32::MAX, 0.0)).is_error("range"));
        assert!(call(&mut m, "CopyBank", (bank, 0, bank, 1, 4)).is_error("range"));
        assert!(call(&mut m, "CopyBank", (bank, 0, bank, 0, -1)).is_error("count"));
        assert_eq!(
            call(&mut m, "CopyBank", (bank, 4, bank, 4, 0)),
            Outcome::Nothing
        );
    }

    #[test]
    fn memory_is_counted_and_given_back() {
        let mut m = Machine::for_tests();
        assert!(call(&mut m, "CreateBank", (i32::MAX,)).is_error("memory"));
        assert!(call(&mut m, "CreateBank", (-1,)).is_error("below 0"));
        let bank = int(call(&mut m, "CreateBank", (100,)));
        assert!(call(&mut m, "ResizeBank", (bank, i32::MAX)).is_error("memory"));
        call(&mut m, "ResizeBank", (bank, -5));
        assert_eq!(call(&mut m, "BankSize", (bank,)), Outcome::Int(0));
        call(&mut m, "ResizeBank", (bank, 10));
        assert_eq!(m.banks.total, 10);
        call(&mut m, "FreeBank", (bank,));
        assert_eq!(m.banks.total, 0);
        assert_eq!(call(&mut m, "FreeBank", (bank,)), Outcome::Nothing);
        assert!(call(&mut m, "BankSize", (bank,)).is_error("freed"));
        assert!(call(&mut m, "BankSize", (0,)).is_error("handle is 0"));
    }

    #[test]
    fn banks_go_to_files_and_back() {
        let mut m = Machine::for_tests();
        m.files = crate::files::Files::new(&crate::testing::folder("banks"));
        let bank = int(call(&mut m, "CreateBank", (8,)));
        call(&mut m, "PokeInt", (bank, 0, 0x0403_0201));
        let file = int(call(&mut m, "WriteFile", ("bank.bin",)));
        assert_eq!(
            call(&mut m, "WriteBytes", (bank, file, 1, 3)),
            Outcome::Int(3)
        );
        assert!(call(&mut m, "WriteBytes", (bank, file, 7, 2)).is_error("range"));
        assert_eq!(
            call(&mut m, "WriteBytes", (bank, file, 1, -3)),
            Outcome::Int(0)
        );
        assert!(call(&mut m, "WriteBytes", (bank, bank, 0, 2)).is_error("is a bank"));
        call(&mut m, "CloseFile", (file,));
        let file = int(call(&mut m, "ReadFile", ("BANK.bin",)));
        assert_eq!(
            call(&mut m, "ReadBytes", (bank, file, 4, 4)),
            Outcome::Int(3)
        );
        assert_eq!(
            call(&mut m, "PeekInt", (bank, 4)),
            Outcome::Int(0x0004_0302)
        );
    }
}
