import { serveSource } from './serve-source.ts';

serveSource();
