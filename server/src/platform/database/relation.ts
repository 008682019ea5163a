/**
 * A CTE, table or alias of the caller's statement, with its columns. SQL builders take it as input, so a statement that
 * lacks a column does not compile.
 */
export interface Relation<Column extends string> {
  readonly name: string;
  /** The column as SQL: `moved.id`. */
  readonly column: (column: Column) => string;
}

export const relation = <Column extends string>(name: string): Relation<Column> => ({
  name,
  column: (column) => `${name}.${column}`,
});
