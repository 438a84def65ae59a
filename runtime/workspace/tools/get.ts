// One record with every field, by its id or by another field that tells it apart.
import type { DataRecord } from '#grader/evidence/types.ts';
import type { GetTool } from '#services/types.ts';
import type { Picture } from '../picture.ts';
import {
  collectionOf,
  collectionPath,
  fieldOf,
  findRecord,
  idParameter,
  type Refusal,
  type ToolKind,
  type ToolUse,
  valueIn,
} from './kind.ts';
import { fullView, shownOf } from './show.ts';

export const get: ToolKind<GetTool> = {
  hints: { readOnly: true, destructive: false, idempotent: true },

  parameters({ by }, collection) {
    const id = idParameter(collection, 'What to show.');
    if (by === undefined) return [id];
    return [
      {
        name: by,
        required: false,
        field: { type: 'string', optional: true, about: `What to show, told by this. ${fieldOf(collection, by).about}` },
      },
      { ...id, required: false, field: { ...id.field, optional: true } },
    ];
  },

  notes: ({ by, picture }) =>
    [
      by === undefined ? '' : `Give either \`${by}\` or \`id\`.`,
      picture === undefined
        ? ''
        : `Where a picture lies at \`${picture}\` it is shown as well (to clients that show pictures; for others \`${picture}\` says where the file is), and \`picture\` tells its type, size and SHA-256.`,
    ]
      .join(' ')
      .trim(),

  run(use) {
    const found = use.tool.by === undefined ? findRecord(use) : findBy(use, use.tool.by);
    if (!found.ok) return found;
    const { record } = found;
    const view = fullView(record, collectionOf(use.service, use.tool), use.office.zone);
    const shown = shownOf(collectionPath(use.service, use.tool), [{ id: record.id, view }]);
    const picture = pictureOf(use, record);
    if (picture === undefined) return { ok: true, result: view.json, shown, changes: [] };
    const { type, sha256, bytes } = picture;
    return { ok: true, result: { ...view.json, picture: { type, size: bytes.length, sha256 } }, shown, changes: [], picture };
  },
};

function pictureOf({ tool, pictures }: ToolUse<GetTool>, record: DataRecord): Picture | undefined {
  const path = tool.picture === undefined ? undefined : valueIn(record, tool.picture);
  return typeof path === 'string' ? pictures?.(path) : undefined;
}

/** The record with the id, or with the value in the field, whichever was given. */
function findBy(use: ToolUse<GetTool>, by: string): { readonly ok: true; readonly record: DataRecord } | Refusal {
  const wanted = use.args.get(by) ?? undefined;
  const hasId = (use.args.get('id') ?? undefined) !== undefined;
  if (hasId === (wanted !== undefined))
    return {
      ok: false,
      code: 'wrong_argument',
      message: hasId ? `Both ${by} and id were given.` : `Neither ${by} nor id was given.`,
      hint: `Give either ${by} or id.`,
    };
  if (hasId) return findRecord(use);
  const path = collectionPath(use.service, use.tool);
  const record = use.world.all(path).find((one) => valueIn(one, by) === wanted);
  if (record !== undefined) return { ok: true, record };
  const { noun } = collectionOf(use.service, use.tool);
  const finder = use.office.finder(path);
  return {
    ok: false,
    code: 'not_found',
    message: `There is no ${noun} with the ${by} ${JSON.stringify(wanted)}.`,
    hint: finder === undefined ? `Give the ${by} of one that there is.` : `${finder} shows those that there are.`,
  };
}
