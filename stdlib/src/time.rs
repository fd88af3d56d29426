//! Time: the clock, waiting, timers, date and time of day.

use std::time::Duration;

use flitz_interpreter::host::Interrupt;
use flitz_interpreter::string::Str;

use crate::command::{Answer, Group, IfAlive, command, group};
use crate::handles::Kind;
use crate::machine::Machine;
use crate::store::{Key, Store, Stored};
use crate::wait::Wait;

/// A timer that ticks a number of times a second, from when it was made.
pub struct Timer {
    start: Duration,
    /// Time from one tick to the next, in whole milliseconds as the original's system timer had it.
    period: Duration,
    /// Ticks that `WaitTimer` has told of.
    told: u64,
}

/// A timer that a program gave.
pub type TimerId = Key<Timer>;

impl Stored for Timer {
    const KIND: Kind = Kind::Timer;

    fn store(machine: &Machine) -> &Store<Self> {
        &machine.timers
    }
}

impl Timer {
    fn ticks(&self, now: Duration) -> u64 {
        (now.saturating_sub(self.start).as_millis() / self.period.as_millis().max(1)) as u64
    }

    /// When the tick with this number (the first is 1) comes.
    fn moment(&self, tick: u64) -> Duration {
        let millis = (self.period.as_millis() as u64).saturating_mul(tick);
        self.start.saturating_add(Duration::from_millis(millis))
    }
}

/// The commands of this file.
pub const COMMANDS: Group = group!(
    "time",
    [
        milli_secs,
        delay,
        create_timer,
        wait_timer,
        free_timer,
        current_date,
        current_time
    ]
);

/// A clock in milliseconds, to measure how long something takes.
///
/// It runs from some moment in the past; only differences mean something.
///
/// ```basic
/// start = MilliSecs()
/// Delay 30
/// Print MilliSecs() - start >= 30 ; 1
/// ```
#[command(MilliSecs)]
fn milli_secs(m: &mut Machine) -> Answer<i32> {
    Ok(m.clock.milliseconds())
}

/// Waits for a number of milliseconds.
#[command(Delay, waits)]
fn delay(m: &mut Machine, millisecs: i32) -> Answer {
    match u64::try_from(millisecs) {
        Ok(millis) if millis > 0 => {
            m.wait = Wait::Until(m.clock.peek().saturating_add(Duration::from_millis(millis)));
            Err(Interrupt::Yield)
        }
        _ => Ok(()),
    }
}

/// Makes a timer that ticks a number of times a second, for `WaitTimer`.
///
/// `hertz` is 1 or more; more than 1000 count as 1000. Ticks come at whole milliseconds: 60 a second are 16 milliseconds apart.
///
/// ```basic
/// timer = CreateTimer(100)
/// For i = 1 To 3
///     ticks = ticks + WaitTimer(timer)
/// Next
/// Print ticks >= 3 ; 1
/// ```
#[command(CreateTimer)]
fn create_timer(m: &mut Machine, hertz: i32) -> Answer<i32> {
    let period = match u64::try_from(hertz) {
        Ok(hertz @ 1..) => Duration::from_millis(1000 / hertz.min(1000)),
        _ => {
            return Err(Interrupt::error(format!(
                "A timer ticks 1 time a second or more often, not {hertz} times."
            )));
        }
    };
    let timer = Timer {
        start: m.clock.peek(),
        period,
        told: 0,
    };
    m.timers.add(&mut m.handles, timer, "")
}

/// Waits for a timer's next tick, and says how many there were since the last time.
///
/// Where ticks have passed already it does not wait.
#[command(WaitTimer, waits)]
fn wait_timer(m: &mut Machine, timer: TimerId) -> Answer<i32> {
    let now = m.clock.peek();
    let timer = &mut m.timers[timer];
    let ticks = timer.ticks(now);
    if ticks > timer.told {
        let new = ticks - timer.told;
        timer.told = ticks;
        Ok(i32::try_from(new).unwrap_or(i32::MAX))
    } else {
        m.wait = Wait::Until(timer.moment(timer.told + 1));
        Err(Interrupt::Retry)
    }
}

/// Frees a timer.
///
/// Freeing what is no timer, or none any more, does nothing.
#[command(FreeTimer)]
fn free_timer(m: &mut Machine, timer: IfAlive<TimerId>) -> Answer {
    if let Some(timer) = timer.0 {
        m.timers.remove(&mut m.handles, timer);
    }
    Ok(())
}

/// The date, in the form `31 Dec 2026`.
#[command(CurrentDate)]
fn current_date() -> Answer<Str> {
    Ok(chrono::Local::now().format("%d %b %Y").to_string().into())
}

/// The time of day, in the form `23:59:59`.
#[command(CurrentTime)]
fn current_time() -> Answer<Str> {
    Ok(chrono::Local::now().format("%H:%M:%S").to_string().into())
}

#[cfg(test)]
mod tests {
    use crate::machine::Machine;
    use crate::testing::{Outcome, call, int};
    use crate::wait::Wait;
    use std::time::Duration;

    #[test]
    fn a_timer_waits_for_its_next_tick_and_counts_those_missed() {
        let mut m = Machine::for_tests();
        let timer = int(call(&mut m, "CreateTimer", (50,)));
        assert_eq!(call(&mut m, "WaitTimer", (timer,)), Outcome::Retry);
        assert_eq!(m.wait.take(), Wait::Until(Duration::from_millis(20)));
        m.clock.step(Duration::from_millis(20));
        assert_eq!(call(&mut m, "WaitTimer", (timer,)), Outcome::Int(1));
        m.clock.step(Duration::from_millis(65));
        assert_eq!(call(&mut m, "WaitTimer", (timer,)), Outcome::Int(3));
        assert_eq!(call(&mut m, "WaitTimer", (timer,)), Outcome::Retry);
        assert_eq!(m.wait.take(), Wait::Until(Duration::from_millis(100)));
        call(&mut m, "FreeTimer", (timer,));
        assert!(call(&mut m, "WaitTimer", (timer,)).is_error("freed"));
        assert!(call(&mut m, "CreateTimer", (0,)).is_error("0"));
        let timer = int(call(&mut m, "CreateTimer", (i32::MAX,)));
        m.clock.step(Duration::from_millis(7));
        assert_eq!(call(&mut m, "WaitTimer", (timer,)), Outcome::Int(7));
    }

    #[test]
    fn delay_moves_a_stepped_clock_by_its_time() {
        let mut m = Machine::for_tests();
        let before = int(call(&mut m, "MilliSecs", ()));
        assert_eq!(call(&mut m, "Delay", (30,)), Outcome::Yield);
        let Wait::Until(moment) = m.wait.take() else {
            panic!("Delay waits for a moment");
        };
        m.clock.wait_until(moment);
        assert_eq!(int(call(&mut m, "MilliSecs", ())) - before, 30);
        assert_eq!(call(&mut m, "Delay", (-1,)), Outcome::Nothing);
    }
}
