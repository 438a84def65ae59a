// docs/scenario.schema.json and docs/service.schema.json: completion and hover for editors. The services of the library in scenarios/
// are among those that its scenarios may mount; `slipway catalog --schema PATH` gives the same for any other library.
import { scenarioSchema as schemaOfScenarios, serviceSchema } from '#compiler/index.ts';
import { catalogue } from '#services/index.ts';
import { ownServices } from './own-services.ts';

export { serviceSchema };

export async function scenarioSchema() {
  return schemaOfScenarios([...Object.values(catalogue), ...(await ownServices())]);
}
