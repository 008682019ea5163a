import type { McpServer } from '@modelcontextprotocol/server';
import { askingTools } from './asking-tools.ts';
import { contentTools, notifyingTools, schemaTools } from './content-tools.ts';
import { prompts, resources } from './resources.ts';
import { roundTripTools, states } from './round-trip-tools.ts';
import { fixtureTasks, taskTools } from './task-tools.ts';

/** What the protocol's conformance suite calls besides our own tools: every kind of content, question and notification. */
export const fixtures = { register: registerFixtures, verifyState: states.verify, tasks: fixtureTasks };

function registerFixtures(server: McpServer): void {
  server.server.registerCapabilities({
    logging: {},
    completions: {},
    resources: { subscribe: true },
    prompts: { listChanged: false },
  });
  contentTools(server);
  notifyingTools(server);
  askingTools(server);
  roundTripTools(server);
  taskTools(server);
  schemaTools(server);
  resources(server);
  prompts(server);
}
