import { expect, it } from 'vitest';
import { findParcels } from './parcels-in-mail.ts';

const inText = (text: string) => findParcels({ text, html: '' });

it('finds what an email calls a tracking number, and numbers that are surely one', () => {
  expect(inText('Your order 112-7765 has shipped with UPS.\nTracking number: 1Z 999 AA1 01 2345 6784')).toEqual([
    { carrier: 'UPS', trackingNumber: '1Z999AA10123456784' },
  ]);
  expect(inText('Shipped by DPD\nTracking no. #\n01234567890123\nThank you')).toEqual([
    { carrier: 'DPD', trackingNumber: '01234567890123' },
  ]);
  expect(inText('Ihre Sendungsnummer: JJD000390007812345678')).toEqual([
    { carrier: 'DHL', trackingNumber: 'JJD000390007812345678' },
  ]);
  const html =
    '<p>On its way</p><table><tr><td>Tracking number</td></tr><tr><td>9400111899223197428490</td></tr></table>';
  expect(findParcels({ text: '', html })).toEqual([{ carrier: 'USPS', trackingNumber: '9400111899223197428490' }]);
});

it('takes neither order numbers, nor phones, nor prices for one', () => {
  const text = 'Order number: 1127765123456\nCall 1 800 555 0100 12\nTotal: 1299.00 USD\nTracking will follow: soon';
  expect(inText(text)).toEqual([]);
  expect(inText('')).toEqual([]);
});
