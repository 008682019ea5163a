// Which file may import which. architecture.cjs has the order of layers and areas.

export interface Architecture {
  /** Layers import only to the right. */
  layers: string[];
  /** Areas import only areas below them, and slices only slices to their left. */
  areas: Record<string, string[]>;
  /** Folders of optional parts below server/src. */
  plugins: Record<string, string[]>;
}

export interface Import {
  from: string;
  to: string;
  /** The compiler removes it. */
  isType: boolean;
}

type Rule = (edge: Import) => string | false;

const isTest = (file: string): boolean => /\.test\.ts$|^server\/test\//.test(file);
const webOrder = ['app', 'features', 'ui', 'lib'];
const isDoor = (rest: string): boolean => /^(?:index|core)\.ts$/.test(rest);

/** Returns what is wrong with an import, or null. */
export function createBoundaries({ layers, areas, plugins }: Architecture): (edge: Import) => string | null {
  const areaNames = Object.keys(areas);
  const slices = areaNames.flatMap((area) =>
    areas[area]?.length === 0 ? [area] : (areas[area] ?? []).map((name) => `${area}/${name}`),
  );
  const layerOf = (file: string): number => layers.indexOf(/^server\/src\/(\w+)\//.exec(file)?.[1] ?? '');
  const sliceOf = (file: string): string | undefined =>
    slices.find((slice) => file.startsWith(`server/src/domains/${slice}/`));
  const pathIn = (slice: string, file: string): string => file.slice(`server/src/domains/${slice}/`.length);
  const isBelow = (slice: string, other: string): boolean => {
    const [area = '', name = ''] = slice.split('/');
    const [otherArea = '', otherName = ''] = other.split('/');
    if (area !== otherArea) return areaNames.indexOf(otherArea) > areaNames.indexOf(area);
    return areas[area]?.slice(0, areas[area].indexOf(name)).includes(otherName) ?? false;
  };
  const optional = Object.values(plugins)
    .flat()
    .map((path) => `server/src/${path}`);
  const mayLoadPlugins = (file: string): boolean =>
    file.startsWith('server/src/main/plugins/') ||
    optional.some((path) => file.startsWith(path.replace(/index\.ts$/, '')));

  const rules: Rule[] = [
    ({ from, to }) => !isTest(from) && isTest(to) && 'only tests import tests and their helpers',
    ({ from, to }) => layerOf(to) >= 0 && layerOf(to) < layerOf(from) && 'layers import only to the right',
    ({ from, to }) => {
      const [slice, other] = [sliceOf(from), sliceOf(to)];
      if (!slice || !other || slice === other) return false;
      if (!isBelow(slice, other)) return 'a slice imports only areas below its own, and slices to its left';
      return !isDoor(pathIn(other, to)) && 'import another slice through its index.ts, an optional one through core.ts';
    },
    ({ from, to }) => {
      const other = /^server\/src\/(?:main|legacy)\//.test(from) ? sliceOf(to) : undefined;
      return (
        other !== undefined &&
        !isDoor(pathIn(other, to)) &&
        'main and legacy import a slice through its index.ts or core.ts'
      );
    },
    ({ from, to }) =>
      /^server\/src\/domains\/.+\/model\.ts$/.test(from) &&
      !to.startsWith('server/src/kit/') &&
      'model.ts has pure rules and imports only kit',
    ({ from, to, isType }) =>
      !isType &&
      from.startsWith('server/src/') &&
      !isTest(from) &&
      !mayLoadPlugins(from) &&
      optional.some((path) => to.startsWith(path) && to !== `${path}core.ts`) &&
      'only server/src/main/plugins loads optional parts; import their core.ts',
    ({ from, to }) => {
      const placeOf = (file: string) => webOrder.indexOf(/^web\/src\/(\w+)\//.exec(file)?.[1] ?? '');
      return placeOf(to) >= 0 && placeOf(to) < placeOf(from) && 'the web imports app > features > ui > lib';
    },
    ({ from, to }) => {
      const [one, other] = [from, to].map((file) => /^web\/src\/features\/([^/]+)\//.exec(file)?.[1]);
      return one !== undefined && other !== undefined && one !== other && 'a feature does not import another';
    },
    ({ from, to }) => from.startsWith('web/') && to.startsWith('server/') && 'the web uses only the public API',
  ];
  return (edge) => {
    for (const rule of rules) {
      const problem = rule(edge);
      if (problem !== false) return problem;
    }
    return null;
  };
}

/** The files of the first import cycle found, in order; null if there is none. */
export function findCycle(importsOf: ReadonlyMap<string, readonly string[]>): string[] | null {
  const done = new Set<string>();
  const path: string[] = [];
  const visit = (file: string): string[] | null => {
    if (done.has(file)) return null;
    const start = path.indexOf(file);
    if (start >= 0) return [...path.slice(start), file];
    path.push(file);
    for (const next of importsOf.get(file) ?? []) {
      const cycle = visit(next);
      if (cycle) return cycle;
    }
    path.pop();
    done.add(file);
    return null;
  };
  for (const file of importsOf.keys()) {
    const cycle = visit(file);
    if (cycle) return cycle;
  }
  return null;
}
