import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;

/** Takes the first listed action. Messages are compact JSON, so a search for the keys will do. */
public final class Bot {
    private Bot() {}

    public static void main(String[] arguments) throws IOException {
        var reader = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        var replies = new PrintStream(System.out, true, StandardCharsets.UTF_8);
        String line;
        while ((line = reader.readLine()) != null && !line.startsWith("{\"type\":\"end\"")) {
            if (line.startsWith("{\"type\":\"decide\"")) {
                String id = between(line, "\"id\":", ",");
                String action = between(line, "\"legal\":[\"", "\"");
                replies.print("{\"id\":" + id + ",\"action\":\"" + action + "\"}\n");
                replies.flush();
            }
        }
    }

    private static String between(String line, String before, String after) {
        int start = line.indexOf(before) + before.length();
        return line.substring(start, line.indexOf(after, start));
    }
}
