interface Found {
  severity: string;
  ruleId: string;
  message: string;
  location: { pointer?: string }[];
}
export function createConfig(config: object): Promise<object>;
export function lint(options: { ref: string; config: object }): Promise<Found[]>;
