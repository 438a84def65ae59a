// What the rest of slipway may use of the compiler.

export { figuresOf, type ProofRow, proofTable } from './5-prove/figures.ts';
export { EmitError, type Emitted, openOutput } from './6-emit/emit.ts';
export { type CompileOptions, compile } from './compile.ts';
export { type Code, catalogue } from './diagnostics/catalogue.ts';
export { diagnosticJson, renderDiagnostic } from './diagnostics/render.ts';
export { suggestion } from './diagnostics/suggest.ts';
export type { Diagnostic, SourceText } from './diagnostics/types.ts';
export { reportDuplicateScenario } from './duplicate.ts';
export { loadKit } from './kit.ts';
export { scenarioSchema } from './schema/scenario.ts';
export { serviceSchema } from './schema/service.ts';
export { builtInServices, type Catalog, readCatalog } from './services/catalog.ts';
export { findScenarios, findServices, isOneScenario, readSource, SourceError, scenarioFileName } from './source.ts';
export type { Attack, Compilation, Kit, Plan, Proof, ServiceFile } from './types.ts';
