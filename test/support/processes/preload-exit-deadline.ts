// Loaded into a process of the program before anything else: five seconds after SIGTERM by the process's own timers, it
// exits with a code of its own. Node runs timers in the order of their times, however busy the machine is.
process.once('SIGTERM', () => setTimeout(() => process.exit(99), 5_000).unref());
