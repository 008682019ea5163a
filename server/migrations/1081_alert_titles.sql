-- New titles for built-in alert rules that nobody renamed.
update alert_rules set title = renamed.title
from (values
  ('doubts-old', 'An order in doubt waits for a decision', 'An order needs review'),
  ('jobs-dead', 'Jobs were given up', 'Jobs failed'),
  ('jobs-late', 'Work that is due is not done', 'Jobs are late'),
  ('store-closed', 'A store is left alone after failing again and again', 'A store is down'),
  ('mail-refused', 'Mail is refused', 'Email is rejected'),
  ('ledger-unsound', 'Wallets and ledger do not add up', 'The ledger is not balanced'),
  ('float-low', 'Little money is left on live wallets', 'Live wallets are low')
) as renamed (id, before, title)
where alert_rules.id = renamed.id and alert_rules.title = renamed.before;
