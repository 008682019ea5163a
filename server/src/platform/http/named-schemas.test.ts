import { describe, expect, it } from 'vitest';
import { createNaming } from './named-schemas.ts';

const thing = (more: object = {}) => ({
  title: 'Thing',
  type: 'object',
  properties: { id: { type: 'string' } },
  ...more,
});

describe('schemas with a title', () => {
  it('stand once in the document, whatever their examples, and are referred to', () => {
    const naming = createNaming({});
    const list = { type: 'array', items: thing({ examples: [{ id: 'a' }] }) };
    expect(naming.name({ one: thing(), many: list })).toEqual({
      one: { $ref: '#/components/schemas/Thing' },
      many: { type: 'array', items: { $ref: '#/components/schemas/Thing' } },
    });
    expect(naming.schemas()).toEqual({ Thing: thing() });
  });

  it('may hold one another', () => {
    const naming = createNaming({});
    naming.name({ title: 'Box', type: 'object', properties: { thing: thing() } });
    expect(naming.schemas().Box).toMatchObject({ properties: { thing: { $ref: '#/components/schemas/Thing' } } });
  });

  it('get separate names if request and response differ, and a third variant is an error', () => {
    const naming = createNaming({});
    naming.name(thing());
    expect(naming.name(thing({ required: ['id'] }))).toEqual({ $ref: '#/components/schemas/ThingInput' });
    expect(() => naming.name(thing({ minProperties: 1 }))).toThrow(/title Thing/);
  });

  it('are not searched for in values or schema fields', () => {
    const naming = createNaming({});
    const part = { examples: [thing()], properties: { title: { type: 'string' }, type: { type: 'string' } } };
    expect(naming.name(part)).toEqual(part);
    expect(naming.schemas()).toEqual({});
  });

  it('keep what a field says about them, and a field without a description has that of its name', () => {
    const naming = createNaming({ id: 'Unique id.', note: 'Never used.' });
    const part = {
      type: 'object',
      properties: {
        id: { type: 'string' },
        thing: thing({ 'x-field-description': 'The first thing.' }),
        note: { anyOf: [{ type: 'string', description: 'For you.' }, { type: 'null' }] },
      },
    };
    expect(naming.name(part)).toEqual({
      type: 'object',
      properties: {
        id: { type: 'string', description: 'Unique id.' },
        thing: { $ref: '#/components/schemas/Thing', description: 'The first thing.' },
        note: { anyOf: [{ type: 'string' }, { type: 'null' }], description: 'For you.' },
      },
    });
    expect(naming.schemas()).toEqual({
      Thing: thing({ properties: { id: { type: 'string', description: 'Unique id.' } } }),
    });
  });
});
