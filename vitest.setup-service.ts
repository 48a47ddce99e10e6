import { keepIdleThreads } from '@avow/foundation/testing';

// Hundreds of data folders are opened and closed here, each with four threads that take 0.15 s of processor time to start.
keepIdleThreads(4);
