import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

/** During development, requests for anything other than the app's pages and files go to a running service. */
const service = 'http://127.0.0.1:8080';
const ofTheService = String.raw`^/(?!(app|sign-in|claim)(/|\?|$)|app-assets/|src/|node_modules/|@|$).*`;

/**
 * Bundling sorts style sheets by chunk and drops the statement that orders the layers, so each file repeats it: the
 * order must not depend on which one loads first.
 */
const layersFirst: Plugin = {
  name: 'layers-first',
  enforce: 'post',
  generateBundle(_options, bundle) {
    for (const file of Object.values(bundle)) {
      if (file.type !== 'asset' || !file.fileName.endsWith('.css')) continue;
      file.source = `@layer tokens,base,ui,shell,feature;${file.source}`;
    }
  },
};

export default defineConfig({
  root: import.meta.dirname,
  base: '/',
  plugins: [react(), layersFirst],
  build: {
    outDir: 'dist',
    assetsDir: 'app-assets',
    emptyOutDir: true,
    target: 'es2023',
    // The CSP allows no data: scripts and no inline styles, so small files are not inlined.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
  server: { proxy: { [ofTheService]: { target: service, changeOrigin: false } } },
});
