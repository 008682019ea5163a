import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** While developing, everything that is not a page or a file of the app is asked of a running service. */
const service = 'http://127.0.0.1:8080';
const ofTheService = String.raw`^/(?!(app|sign-in|claim)(/|\?|$)|app-assets/|src/|node_modules/|@|$).*`;

export default defineConfig({
  root: import.meta.dirname,
  base: '/',
  plugins: [react()],
  build: {
    outDir: 'dist',
    assetsDir: 'app-assets',
    emptyOutDir: true,
    target: 'es2023',
    // The policy of the pages allows no data: script and no inline style, so small files stay files.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
  server: { proxy: { [ofTheService]: { target: service, changeOrigin: false } } },
});
