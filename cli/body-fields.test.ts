import { describe, expect, it } from 'vitest';
import { bodyFromFields } from './body-fields.ts';
import { UsageError } from './command.ts';

const built = (...fields: string[]) => JSON.parse(JSON.stringify(bodyFromFields(fields)));

describe('bodyFromFields', () => {
  it('reads text and JSON', () => {
    expect(built('postal_code=94105', 'max_price:=5000', 'gift:=true', 'note=a=b', 'url=http://a/b?c=d:=e')).toEqual({
      postal_code: '94105',
      max_price: 5000,
      gift: true,
      note: 'a=b',
      url: 'http://a/b?c=d:=e',
    });
  });

  it('nests objects and lists', () => {
    const fields = [
      'shipping_address[city]=Paris',
      'shipping_address[country]=FR',
      'products[][url]=a',
      'products[][quantity]:=2',
      'products[][variant][][label]=Size',
      'products[][variant][][value]=M',
      'products[][url]=b',
      'events[]=order.placed',
      'events[]=order.failed',
    ];
    expect(built(...fields)).toEqual({
      shipping_address: { city: 'Paris', country: 'FR' },
      products: [{ url: 'a', quantity: 2, variant: [{ label: 'Size', value: 'M' }] }, { url: 'b' }],
      events: ['order.placed', 'order.failed'],
    });
  });

  it('treats every name as an ordinary one', () => {
    bodyFromFields(['__proto__[polluted]=yes']);
    expect({}).not.toHaveProperty('polluted');
  });

  it.each(['city', '=x', 'a[b=c', 'max_price:=five'])('refuses %s', (field) => {
    expect(() => bodyFromFields([field])).toThrow(UsageError);
  });
});
