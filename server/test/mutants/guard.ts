/** A guard that has a name: what it keeps from happening, how it could be lost, and the tests that must notice. */
export interface Guard {
  name: string;
  file: string;
  /** Where in the file: what is altered is the first such text behind this one, and without it the only one. */
  after?: string;
  from: string;
  to: string;
  tests: string[];
  /** A pattern of the titles of the tests that must notice; without it any test of the files may. */
  title?: string;
}
