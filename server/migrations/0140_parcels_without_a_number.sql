-- Many stores ship without a carrier or tracking number. Such a package is identified by the store's own ID.
alter table shipments add column parcel_id text;
update shipments set parcel_id = carrier || ' ' || tracking_number;
alter table shipments alter column parcel_id set not null;
alter table shipments alter column carrier drop not null;
alter table shipments alter column tracking_number drop not null;
alter table shipments drop constraint shipments_order_id_carrier_tracking_number_key;
alter table shipments add constraint shipments_order_id_parcel_id_key unique (order_id, parcel_id);
