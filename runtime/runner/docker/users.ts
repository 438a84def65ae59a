// Users of an image. Pure.
import type { Owner } from './archive.ts';

/** Numbers of `name`, `name:group` or `1000:1000` by an image's /etc/passwd; null where it has no such user, or says its group by name. */
export function ownerIn(passwords: string, user: string): Owner | null {
  const [name = '', group] = user.split(':');
  const lines = passwords.split('\n').map((line) => line.split(':'));
  const line = lines.find(([its, , uid]) => its === name || uid === name);
  const uid = number(line?.[2] ?? name);
  const gid = number(group ?? line?.[3] ?? name);
  return uid === null || gid === null ? null : { uid, gid };
}

function number(text: string): number | null {
  return /^\d{1,10}$/.test(text) ? Number(text) : null;
}
