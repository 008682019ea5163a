-- Alerts operators to approved returns whose refund hasn't arrived after 30 days.
insert into alert_rules (id, title, reading, fires_when, threshold, clears_at, for_seconds, is_enabled) values
  ('refunds-overdue', 'Refunds of approved returns are overdue', 'refunds.overdue', 'above', 0, 0, 0, true)
on conflict (id) do nothing;
