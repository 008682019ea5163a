/** A column of sealed records, in a table with a uuid `id`. */
export interface SealedColumn {
  table: string;
  column: string;
  /** The context that this row's record was sealed for. */
  contextOf(id: string): string;
  /** The column that identifies the row. Default: `id`. */
  idColumn?: string;
  /**
   * Its records have their own keys outside the database (the trigger `erase_key` watches the column); older records
   * get one.
   */
  isErasable?: boolean;
}
