; A movie of three frames, red for 100 milliseconds, green for 200, blue for 100.
Graphics 40, 30, 32, 2
SetBuffer BackBuffer()
movie = OpenMovie("three.gif")
Print MovieWidth(movie) + " " + MovieHeight(movie) + " " + MoviePlaying(movie)
Origin 5, 5
start = MilliSecs()
For wanted = 50 To 450 Step 100
	While MilliSecs() - start < wanted
		Delay 1
	Wend
	Cls
	drawn = DrawMovie(movie, 2, 3, 16, 20)
	Origin 0, 0
	Show 10, 10
	Show 19, 10
	Origin 5, 5
	Print "at " + wanted + " drawn " + drawn
Next
Print MoviePlaying(movie)
CloseMovie movie
Print MovieWidth(movie)
End

Function Show(x, y)
	GetColor x, y
	Write ColorRed() + " " + ColorGreen() + " " + ColorBlue() + ", "
End Function
