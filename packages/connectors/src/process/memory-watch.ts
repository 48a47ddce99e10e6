/**
 * Ends the process when it exceeds its memory limit, because the runtime's own limit does not include the buffers that files
 * are read into. Also ends it when its parent process is gone.
 */
const residentBytesMax = Number(process.argv[2]);
const parentId = process.ppid;
const everyMs = 50;

setInterval(() => {
  if (process.memoryUsage.rss() > residentBytesMax || process.ppid !== parentId)
    process.kill(process.pid, 'SIGKILL');
}, everyMs);
