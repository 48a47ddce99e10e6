import { readFileSync } from 'node:fs';
import { settings } from '@avow/server';
import { describe, expect, it } from 'vitest';
import { configurationPage, configurationPagePath } from './write-configuration-page.ts';

describe('the configuration page', () => {
  it('matches the table of settings (regenerate it with node docs/write-configuration-page.ts)', () => {
    expect(readFileSync(configurationPagePath, 'utf8')).toBe(configurationPage());
  });

  it('has one section for each setting', () => {
    const sections = configurationPage().match(/^## AVOW_\w+$/gm) ?? [];
    expect(sections).toEqual(Object.values(settings).map(({ variable }) => `## ${variable}`));
  });

  it('states the rule and the default of a setting', () => {
    expect(configurationPage()).toContain('`AVOW_PORT`, `8642` by default: The port to listen on');
    expect(configurationPage()).toContain('The value of `AVOW_PORT` must be a whole number from 0 to 65535.');
  });
});
