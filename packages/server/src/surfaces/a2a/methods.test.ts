import { describe, expect, it } from 'vitest';
import { methodNamed, versionSaid } from './methods.ts';

const reasonOf = (act: () => unknown): unknown => {
  try {
    return act();
  } catch (error) {
    return (error as { reason: string }).reason;
  }
};

describe('the version of a request', () => {
  it.each([
    ['1.0', '1.0'],
    ['1.0.3', '1.0'],
    [' 0.3 ', '0.3'],
    ['0.3.0', '0.3'],
    ['', undefined],
    [undefined, undefined],
    ['2.0', 'VERSION_NOT_SUPPORTED'],
    ['1', 'VERSION_NOT_SUPPORTED'],
    ['1.00', 'VERSION_NOT_SUPPORTED'],
    ['1.0, 0.3', 'VERSION_NOT_SUPPORTED'],
  ])('%s is %s', (said, version) => {
    expect(reasonOf(() => versionSaid(said))).toBe(version);
  });
});

describe('the method of a request', () => {
  it('has the version that the client says', () => {
    expect(methodNamed('GetTask', '1.0')).toEqual({ name: 'GetTask', version: '1.0' });
    expect(methodNamed('tasks/get', '0.3')).toEqual({ name: 'GetTask', version: '0.3' });
    expect(reasonOf(() => methodNamed('tasks/get', '1.0'))).toBe('METHOD_NOT_FOUND');
    expect(reasonOf(() => methodNamed('GetTask', '0.3'))).toBe('METHOD_NOT_FOUND');
  });

  it('has the version of its name if the client says none', () => {
    expect(methodNamed('SendMessage', undefined).version).toBe('1.0');
    expect(methodNamed('message/send', undefined).version).toBe('0.3');
    for (const name of ['', 'nothing', '__proto__', 'constructor', 'toString']) {
      expect(reasonOf(() => methodNamed(name, undefined))).toBe('METHOD_NOT_FOUND');
    }
  });
});
