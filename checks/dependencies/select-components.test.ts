import { describe, expect, it } from 'vitest';
import { type ComponentList, findMissing, selectComponents } from './select-components.ts';

const development = [{ name: 'cdx:npm:package:development', value: 'true' }];
const all: ComponentList = {
  metadata: { component: { 'bom-ref': 'avow@0.1.0', name: 'folder', type: 'library' } },
  components: [
    { 'bom-ref': 'server@1.0.0', properties: [] },
    { 'bom-ref': 'parser@2.0.0' },
    { 'bom-ref': 'tester@3.0.0', properties: development },
  ],
  dependencies: [
    { ref: 'avow@0.1.0', dependsOn: ['server@1.0.0', 'tester@3.0.0'] },
    { ref: 'server@1.0.0', dependsOn: ['parser@2.0.0'] },
    { ref: 'tester@3.0.0', dependsOn: ['parser@2.0.0'] },
  ],
};

describe('the list of components', () => {
  it('has what is installed for users, also what they depend on indirectly', () => {
    expect(selectComponents(all)).toEqual({
      metadata: { component: { 'bom-ref': 'avow@0.1.0', name: 'avow', type: 'library' } },
      components: [{ 'bom-ref': 'server@1.0.0', properties: [] }, { 'bom-ref': 'parser@2.0.0' }],
      dependencies: [
        { ref: 'avow@0.1.0', dependsOn: ['server@1.0.0'] },
        { ref: 'server@1.0.0', dependsOn: ['parser@2.0.0'] },
      ],
    });
  });

  it('is compared with the lock file', () => {
    const locked = [
      { name: 'parser', version: '2.0.0', isForDevelopment: false },
      { name: 'reader', version: '1.0.0', isForDevelopment: false },
      { name: 'tester', version: '3.0.0', isForDevelopment: true },
    ];
    expect(findMissing(selectComponents(all), locked)).toEqual(['reader@1.0.0']);
  });
});
