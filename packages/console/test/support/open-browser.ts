import chromium from '@sparticuz/chromium';
import { type Browser, chromium as engine } from 'playwright-core';

/** A real Chromium, unpacked from its package into a temporary folder. */
export async function openBrowser(): Promise<Browser> {
  return engine.launch({
    executablePath: await chromium.executablePath(),
    // The sandbox needs rights that containers seldom give; what is opened here is our own.
    args: [
      ...chromium.args.filter((each) => !/^--(headless|single-process|no-zygote)/.test(each)),
      '--no-sandbox',
    ],
    headless: true,
  });
}
