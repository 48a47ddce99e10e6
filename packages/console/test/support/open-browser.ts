import chromium from '@sparticuz/chromium';
import { type Browser, chromium as engine } from 'playwright-core';

const switchedOff =
  /^--(headless|single-process|no-zygote|disable-web-security|allow-running-insecure-content|disable-site-isolation-trials)/;

/** A real Chromium, unpacked from its package into a temporary folder. */
export async function openBrowser(): Promise<Browser> {
  // Pages are drawn by the processor, without a graphics stack that imitates a card on it.
  chromium.setGraphicsMode = false;
  return engine.launch({
    executablePath: await chromium.executablePath(),
    // The package switches off what keeps pages of different origins apart, as no browser of a visitor does.
    // The sandbox needs rights that containers seldom give; what is opened here is our own.
    args: [...chromium.args.filter((each) => !switchedOff.test(each)), '--no-sandbox', '--disable-gpu'],
    headless: true,
  });
}
