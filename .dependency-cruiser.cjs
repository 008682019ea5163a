const { layers, slices } = require('./architecture.cjs');

const layerPath = (layer) => `^server/src/${layer}/`;

const layerRules = layers.slice(1).map((layer, index) => ({
  name: `${layer}-imports-rightwards`,
  severity: 'error',
  comment: 'Layers import only rightwards; see architecture.cjs.',
  from: { path: layerPath(layer) },
  to: { path: layers.slice(0, index + 1).map(layerPath) },
}));

const sliceRules = slices.flatMap((row, index) =>
  row.flatMap((slice) => {
    const reachable = slices.slice(0, index).flat();
    const others = slices.flat().filter((other) => other !== slice);
    const forbidden = others.filter((other) => !reachable.includes(other));
    return [
      {
        name: `${slice}-keeps-its-row`,
        severity: 'error',
        comment: 'A slice imports only slices in earlier rows; see architecture.cjs.',
        from: { path: `^server/src/domains/${slice}/` },
        to: { path: `^server/src/domains/(${forbidden.join('|')})/` },
      },
      {
        name: `${slice}-uses-doors`,
        severity: 'error',
        comment: "Another slice's index.ts is its door; nothing behind it is yours to import.",
        from: { path: `^server/src/domains/${slice}/` },
        to: { path: `^server/src/domains/(${others.join('|')})/(?!index\\.ts$)` },
      },
    ];
  }),
);

module.exports = {
  forbidden: [
    { name: 'no-cycles', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'outer-layers-use-doors',
      severity: 'error',
      comment: 'main and legacy enter a slice through its index.ts.',
      from: { path: '^server/src/(main|legacy)/' },
      to: { path: '^server/src/domains/[^/]+/(?!index\\.ts$)' },
    },
    {
      name: 'models-are-pure',
      severity: 'error',
      comment: 'model.ts holds rules and imports kit only.',
      from: { path: '^server/src/domains/[^/]+/model\\.ts$' },
      to: { pathNot: '^server/src/kit/' },
    },
    {
      name: 'no-tests-in-code',
      severity: 'error',
      from: { pathNot: '\\.test\\.ts$|^server/test/' },
      to: { path: '\\.test\\.ts$' },
    },
    ...layerRules,
    ...sliceRules,
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    parser: 'swc',
    includeOnly: '^server/',
    enhancedResolveOptions: { extensions: ['.ts', '.js', '.json'] },
  },
};
