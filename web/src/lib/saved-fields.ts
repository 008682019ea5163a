/** The values of a form's fields by name. A checkbox is 'yes' or 'no'. */
export type Fields = Record<string, string | boolean>;

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

const passing = new Set(['password', 'file', 'hidden', 'search', 'submit', 'button', 'reset']);
const secretNames = /one-time-code|password|cc-/;
/** A URL may contain a password, and an otpauth URL is a secret. */
const secretAddress = /:\/\/[^/\s]*@|^\s*otpauth:/i;

/** Passwords, codes, secrets and files are never saved. */
function isSaved(control: Control): boolean {
  if (control.disabled || passing.has(control.type) || control.closest('[data-unkept]')) return false;
  return !(secretNames.test(control.autocomplete) || secretAddress.test(control.value));
}

const isTick = (control: Control): control is HTMLInputElement => control.type === 'checkbox';
const isChoice = (control: Control): control is HTMLInputElement => control.type === 'radio';

/** Every field with a name that stays the same when the form is shown again. */
function* controlsOf(form: HTMLFormElement): Generator<[string, Control]> {
  const seen = new Map<string, number>();
  const all = form.querySelectorAll<Control>('input, select, textarea');
  for (const control of all) {
    const name = control.name || control.labels?.[0]?.textContent || '';
    const nth = isChoice(control) ? 0 : (seen.get(name) ?? 0);
    seen.set(name, nth + 1);
    if (name !== '' && isSaved(control)) yield [nth === 0 ? name : `${name} ${nth + 1}`, control];
  }
}

export function readFields(form: HTMLFormElement): Fields {
  const fields: Fields = {};
  for (const [name, control] of controlsOf(form)) {
    if (isTick(control)) fields[name] = control.checked;
    else if (!isChoice(control) || control.checked) fields[name] = control.value;
  }
  return fields;
}

/** Fills in the fields one after the other, since a choice may add fields. */
export function fillFields(form: HTMLFormElement, fields: Fields): void {
  for (const [name, value] of Object.entries(fields)) {
    for (const [found, control] of controlsOf(form)) {
      if (found === name) fill(control, value);
    }
  }
}

function fill(control: Control, value: string | boolean): void {
  if (isTick(control)) {
    if (control.checked !== value) control.click();
  } else if (isChoice(control)) {
    if (control.value === value && !control.checked) control.click();
  } else if (control.value !== value) {
    // React only notices a change made through the setter of the prototype.
    Object.getOwnPropertyDescriptor(Object.getPrototypeOf(control), 'value')?.set?.call(control, value);
    control.dispatchEvent(new Event(control instanceof HTMLSelectElement ? 'change' : 'input', { bubbles: true }));
  }
}
