-- The activity log shows who created keys on the web.
update api_keys set created_by = a.person_id from account_activity a
where a.action = 'createKey' and a.subject_id = api_keys.id::text and a.account_id = api_keys.account_id;
