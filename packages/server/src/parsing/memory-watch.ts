/**
 * Ends the process once it takes more memory than it may: the runtime's own limit leaves out the buffers that files are
 * inflated into. Also ends it when the process that started it is gone.
 */
const residentBytesMax = Number(process.argv[2]);
const parentId = process.ppid;
const everyMs = 50;

setInterval(() => {
  if (process.memoryUsage.rss() > residentBytesMax || process.ppid !== parentId)
    process.kill(process.pid, 'SIGKILL');
}, everyMs);
