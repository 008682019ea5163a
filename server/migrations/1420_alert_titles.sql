-- New titles for built-in alert rules that nobody renamed.
update alert_rules set title = renamed.title
from (values
  ('mail-refused', 'Email is rejected', 'Email is being rejected'),
  ('float-low', 'Live wallets are low', 'Live wallet balances are low'),
  ('refunds-overdue', 'Refunds of approved returns are overdue', 'Refunds for approved returns are overdue'),
  ('backup-old', 'The newest backup is too old', 'The latest backup is too old'),
  ('backup-unrestorable', 'The newest backup failed its test restore', 'The latest backup failed its test restore')
) as renamed (id, before, title)
where alert_rules.id = renamed.id and alert_rules.title = renamed.before;
