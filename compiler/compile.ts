// The compiler: one scenario's folder in, one proved task directory out. The phases, in order, on one screen.
import { parse } from './1-parse/parse.ts';
import { validate } from './2-validate/validate.ts';
import { usesFolder } from './3-link/context.ts';
import { link } from './3-link/link.ts';
import { generate, sortFiles } from './4-generate/generate.ts';
import { provedFiles } from './4-generate/proved.ts';
import { prove } from './5-prove/prove.ts';
import { collectDiagnostics } from './diagnostics/collect.ts';
import { importedSources } from './imported-sources.ts';
import { readOfficeAssets } from './office-assets.ts';
import { readServices } from './services/read.ts';
import type { Compilation, Kit, SourceFolder } from './types.ts';

export interface CompileOptions {
  /** The part of the Harbor name before the slash. */
  readonly org: string;
}

/**
 * Compiles one scenario. Pure: what it reads is in `folder` and `kit`, what it makes is in the result. Mistakes of the author
 * are diagnostics; `files` is there only when there were none and the proof held.
 */
export async function compile(folder: SourceFolder, kit: Kit, options: CompileOptions): Promise<Compilation> {
  const { diagnostics, report } = collectDiagnostics();

  const { source, tree } = parse(folder.file, folder.bytes, report);
  if (!tree) return { source, sources: [source], diagnostics };

  const { scenario, places, damaged } = validate(tree, report);
  if (!scenario) return { source, sources: [source], diagnostics };

  const services = readServices({ files: folder.services ?? [], wanted: Object.keys(scenario.services), report });
  const sources = [source, ...services.sources.values()];
  if (!services.sound) return { source, sources, diagnostics };

  const readings = await readOfficeAssets(scenario.files ?? [], folder.assets, kit.readOffice);
  const plan = link({
    scenario,
    places,
    damaged,
    assets: folder.assets,
    readings,
    catalogue: services.catalogue,
    ...(folder.misnamed && { misnamed: folder.misnamed }),
    report,
  });
  if (!plan) return { source, sources: [...sources, ...importedSources(folder, diagnostics)], diagnostics };

  const working = generate(plan, { ...kit, readers: usesFolder(plan.office) ? await kit.officeReaders() : undefined });
  const proof = prove({ plan, files: working, grader: await kit.loadGrader(working), report });
  if (diagnostics.length > 0) return { source, sources, diagnostics, plan, proof };

  const own = plan.office.services.flatMap(({ name }) => services.sources.get(name)?.text ?? []);
  const proved = provedFiles({ plan, proof, written: [source.text, ...own], org: options.org, version: kit.version });
  return { source, sources, diagnostics, plan, proof, files: sortFiles([...working, ...proved]) };
}
