/** A column of sealed records, in a table with a uuid `id`. */
export interface SealedColumn {
  table: string;
  column: string;
  /** The context that the record of this row was sealed for. */
  contextOf(id: string): string;
  /** The column that names the row; `id` unless told. */
  idColumn?: string;
  /** Its records have keys of their own outside the database (the trigger `erase_key` watches it); old ones get one. */
  isErasable?: boolean;
}
