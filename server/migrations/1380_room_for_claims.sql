-- A claim writes a second version of a job. With room for it on the page, it writes no index entries, and finished jobs
-- leave one dead entry in each index instead of two.
alter table jobs set (fillfactor = 45);
