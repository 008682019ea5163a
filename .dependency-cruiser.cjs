const { layers, areas, plugins } = require('./architecture.cjs');

const layerPath = (layer) => `^server/src/${layer}/`;

const layerRules = layers.slice(1).map((layer, index) => ({
  name: `${layer}-imports-rightwards`,
  severity: 'error',
  comment: 'Layers import only rightwards; see architecture.cjs.',
  from: { path: layerPath(layer) },
  to: { path: layers.slice(0, index + 1).map(layerPath) },
}));

/** An area without slices is one itself. */
const slices = Object.entries(areas).flatMap(([area, names]) =>
  names.length === 0 ? [area] : names.map((name) => `${area}/${name}`),
);
const below = (slice) => {
  const [area, name] = slice.split('/');
  const lower = Object.keys(areas).slice(Object.keys(areas).indexOf(area) + 1);
  const earlier = (areas[area] ?? []).slice(0, (areas[area] ?? []).indexOf(name));
  return slices.filter((other) => {
    const [otherArea, otherName] = other.split('/');
    return lower.includes(otherArea) || (otherArea === area && earlier.includes(otherName));
  });
};

const sliceRules = slices.flatMap((slice) => {
  const others = slices.filter((other) => other !== slice);
  const forbidden = others.filter((other) => !below(slice).includes(other));
  return [
    {
      name: `${slice}-imports-downwards`,
      severity: 'error',
      comment: 'A slice imports only areas below its own, and slices named before it; see architecture.cjs.',
      from: { path: `^server/src/domains/${slice}/` },
      to: { path: `^server/src/domains/(${forbidden.join('|')})/` },
    },
    {
      name: `${slice}-uses-index`,
      severity: 'error',
      comment: 'Import another slice through its index.ts, an optional one through its core.ts.',
      from: { path: `^server/src/domains/${slice}/` },
      to: { path: `^server/src/domains/(${others.join('|')})/(?!(index|core)\\.ts$)` },
    },
  ];
});

/** Code of a plug-in is loaded by main/plugins alone, so that one that is left out is not loaded. Types may be named anywhere. */
const pluginFolders = Object.values(plugins)
  .flat()
  .map((path) => path.replace(/index\.ts$/, ''));
const pluginRules = Object.entries(plugins).map(([name, folders]) => ({
  name: `plugin-${name}-is-optional`,
  severity: 'error',
  comment:
    'Import core.ts of an optional slice; its other code is loaded by server/src/main/plugins; see architecture.cjs.',
  from: {
    path: '^server/src/',
    pathNot: `^server/src/(main/plugins/|${pluginFolders.join('|')})|\\.test\\.ts$`,
  },
  to: { path: `^server/src/(${folders.join('|')})(?!core\\.ts$)`, dependencyTypesNot: ['type-only'] },
}));

/** The web has layers too: app > features > ui > lib. What two features share belongs to ui or lib. */
const webRules = [
  {
    name: 'web-imports-rightwards',
    severity: 'error',
    comment: 'app > features > ui > lib.',
    from: { path: '^web/src/(features|ui|lib)/' },
    to: { path: '^web/src/app/' },
  },
  {
    name: 'web-ui-knows-no-feature',
    severity: 'error',
    from: { path: '^web/src/(ui|lib)/' },
    to: { path: '^web/src/features/' },
  },
  { name: 'web-lib-knows-no-ui', severity: 'error', from: { path: '^web/src/lib/' }, to: { path: '^web/src/ui/' } },
  {
    name: 'web-features-stand-alone',
    severity: 'error',
    comment: 'A feature does not import another; what both need moves to ui or lib.',
    from: { path: '^web/src/features/([^/]+)/' },
    to: { path: '^web/src/features/', pathNot: '^web/src/features/$1/' },
  },
  {
    name: 'web-talks-over-the-wire',
    severity: 'error',
    comment: 'The web knows the server by its public API alone.',
    from: { path: '^web/' },
    to: { path: '^server/' },
  },
];

module.exports = {
  forbidden: [
    { name: 'no-cycles', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'outer-layers-use-doors',
      severity: 'error',
      comment: 'main and legacy import a slice through its index.ts, an optional one through its core.ts.',
      from: { path: '^server/src/(main|legacy)/' },
      to: { path: `^server/src/domains/(${slices.join('|')})/(?!(index|core)\\.ts$)` },
    },
    {
      name: 'models-are-pure',
      severity: 'error',
      comment: 'model.ts holds rules and imports kit only.',
      from: { path: '^server/src/domains/.+/model\\.ts$' },
      to: { pathNot: '^server/src/kit/' },
    },
    {
      name: 'no-tests-in-code',
      severity: 'error',
      comment: 'Tests, stand-ins and their helpers live in server/test; only tests import them.',
      from: { pathNot: '\\.test\\.ts$|^server/test/' },
      to: { path: '\\.test\\.ts$|^server/test/' },
    },
    ...layerRules,
    ...sliceRules,
    ...pluginRules,
    ...webRules,
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    parser: 'swc',
    includeOnly: '^(server|web)/',
    enhancedResolveOptions: { extensions: ['.ts', '.tsx', '.js', '.json'] },
  },
};
