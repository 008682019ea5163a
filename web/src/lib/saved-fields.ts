/** The fields of a form as they stand: texts and choices by name, ticks as yes or no. */
export type Fields = Record<string, string | boolean>;

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

const passing = new Set(['password', 'file', 'hidden', 'search', 'submit', 'button', 'reset']);
const secretNames = /one-time-code|password|cc-/;
/** An address may carry a password, and that of an authenticator is one. */
const secretAddress = /:\/\/[^/\s]*@|^\s*otpauth:/i;

/** Passwords, codes and secrets are never written down; neither are files, nor what is asked for anew each time. */
function isSaved(control: Control): boolean {
  if (control.disabled || passing.has(control.type) || control.closest('[data-unkept]')) return false;
  return !(secretNames.test(control.autocomplete) || secretAddress.test(control.value));
}

const isTick = (control: Control): control is HTMLInputElement => control.type === 'checkbox';
const isChoice = (control: Control): control is HTMLInputElement => control.type === 'radio';

/** Every field with the name that it has again when the form is shown the next time. */
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

/** Types it in again, one field after the other: what a choice brings along is there when its turn comes. */
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
    // The setter of the element itself would hide the change from the page's own listeners.
    Object.getOwnPropertyDescriptor(Object.getPrototypeOf(control), 'value')?.set?.call(control, value);
    control.dispatchEvent(new Event(control instanceof HTMLSelectElement ? 'change' : 'input', { bubbles: true }));
  }
}
