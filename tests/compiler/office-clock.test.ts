// The office's clock for the grader: whenever an agent puts something, it shows the time that the workspace shows.
import { expect, test } from 'vitest';
import type { LinkContext } from '#compiler/3-link/context.ts';
import { officeClock } from '#compiler/3-link/office-clock.ts';
import { byClock } from '#grader/office-clock.ts';
import { openZone } from '#workspace/times.ts';

test.each(['Europe/Berlin', 'America/New_York', 'Asia/Kathmandu', 'Australia/Lord_Howe', 'UTC', 'Africa/Casablanca'])('%s', (name) => {
  const zone = openZone(name);
  const now = '2026-03-09T08:00:00Z';
  const clock = officeClock({ office: { zone: name, now }, fields: { zone } } as unknown as LinkContext);
  for (let hour = -300 * 24; hour < 900 * 24; hour += 1) {
    const instant = `${new Date(Date.parse(now) + hour * 3_600_000).toISOString().slice(0, 19)}Z`;
    const shown = zone.show(instant);
    expect(byClock(clock, instant)).toBe(shown);
  }
  expect(clock.offsets.length).toBeLessThan(20);
});
