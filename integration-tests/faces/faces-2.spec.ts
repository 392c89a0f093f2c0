import { walkEveryRoad } from "./support/walk"

walkEveryRoad(1)
